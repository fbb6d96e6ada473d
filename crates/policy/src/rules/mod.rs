//! Policies: rules people write, and the verdict they give.
