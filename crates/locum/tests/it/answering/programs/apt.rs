//! `apt-get install` with folders of its own: lists, cache, settings, and a dpkg that only unpacks into the sandbox. The machine's
//! packages are neither read nor changed.

use super::{Program, check};

/// Two packages, one of which needs the other: for a package that was named apt-get does not ask.
const REPOSITORY: &str = r#"
root=$PWD/apt
mkdir -p $root/state/lists/partial $root/cache/archives/partial $root/etc/{apt.conf.d,preferences.d,trusted.gpg.d} $root/{repo,log,installed}
touch $root/state/status
cd $root/repo
for name in probe probe-data; do
    mkdir -p ../$name/DEBIAN ../$name/opt
    echo content > ../$name/opt/$name
    { printf 'Package: %s\nVersion: 1.0\nArchitecture: all\nMaintainer: Ada <ada@example.invalid>\n' $name
      test $name = probe-data || echo 'Depends: probe-data'
      echo 'Description: one file'; } > ../$name/DEBIAN/control
    chmod -R u=rwX,go=rX ../$name
    dpkg-deb --build --root-owner-group ../$name $name.deb
    { cat ../$name/DEBIAN/control
      printf 'Filename: ./%s.deb\nSize: %s\n' $name $(stat -c %s $name.deb)
      printf 'SHA256: %s\n\n' $(sha256sum $name.deb | cut -d' ' -f1); } >> Packages
done
echo "deb [trusted=yes] file:$root/repo ./" > $root/etc/sources.list
cat > $root/dpkg <<'END'
#!/bin/sh
for word; do
    case $word in *.deb) dpkg-deb --extract "$word" "${0%/*}/installed" ;; esac
done
END
chmod 755 $root/dpkg
cat > $root/apt.conf <<END
Dir::State "$root/state"; Dir::State::status "$root/state/status"; Dir::Cache "$root/cache"; Dir::Log "$root/log";
Dir::Etc "$root/etc"; Dir::Bin::dpkg "$root/dpkg"; APT::Architecture "amd64"; APT::Sandbox::User ""; Debug::NoLocking "true";
END
APT_CONFIG=$root/apt.conf apt-get update
"#;

#[test]
fn apt_get_installs_what_a_package_needs() {
    check(&Program {
        needs: &["apt-get", "dpkg-deb", "sha256sum"],
        before: REPOSITORY,
        run: "APT_CONFIG=$PWD/apt/apt.conf apt-get install probe",
        question: "Do you want to continue",
        done: "test -e apt/installed/opt/probe -a -e apt/installed/opt/probe-data",
    });
}
