//! terraform, where it is installed: no distribution has a package of it, so it cannot be asked for by name.

use testkit::{find_program, note};

use super::{Program, check};

#[test]
fn terraform_applies_a_plan() {
    if find_program("terraform").is_none() {
        note("terraform is not installed: nothing was looked at");
        return;
    }
    check(&Program {
        needs: &["terraform"],
        before: "mkdir plan; echo 'resource \"terraform_data\" \"it\" { input = 1 }' > plan/main.tf; \
            export CHECKPOINT_DISABLE=1; cd plan; terraform init -input=false",
        run: "export CHECKPOINT_DISABLE=1; cd plan; terraform apply",
        question: "Do you want to perform these actions",
        done: "grep -q '\"type\": \"terraform_data\"' plan/terraform.tfstate",
    });
}
