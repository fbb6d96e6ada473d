//! Where the record lies: the database, the head of its chain beside it, and the lock of its one writer.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, FlockOperation};

use crate::error::{Error, Kind};

/// The files of one record.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Files { folder: folder.to_owned() }
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.join("locum.db")
    }

    fn head(&self) -> PathBuf {
        self.folder.join("audit.head")
    }

    /// Turns what SQLite says while `doing` something into our error.
    pub(crate) fn sqlite(&self, doing: &str) -> impl FnOnce(rusqlite::Error) -> Error {
        let (path, doing) = (self.database(), format!("{doing} in {}", self.database().display()));
        move |source| Error::sqlite(doing, &path, source)
    }

    /// Makes the folder and an empty database, closed to others. SQLite gives its own files the same rights.
    pub(crate) fn create(&self) -> Result<(), Error> {
        let doing = || format!("making {}", self.database().display());
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)
            .map_err(|source| Error::io(doing(), source))?;
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(self.database()) {
            Ok(_) => Ok(()),
            // By its name: opening and closing the file would drop the locks that SQLite has on it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.prepare(),
            Err(source) => Err(Error::io(doing(), source)),
        }
    }

    /// Closes a database that is there to others, and makes sure that it can be written.
    fn prepare(&self) -> Result<(), Error> {
        let path = self.database();
        let closed = fs::metadata(&path).and_then(|found| match found.mode() & 0o077 {
            0 => Ok(()),
            _ => fs::set_permissions(&path, Permissions::from_mode(0o600)),
        });
        closed.map_err(|source| Error::io(format!("closing {} to others", path.display()), source))?;
        // SQLite would open it all the same, and leave a log behind that has the rights of this file: one that
        // cannot be written later either.
        rustix::fs::access(&path, Access::WRITE_OK)
            .map_err(|errno| Error::io(format!("opening {}", path.display()), errno.into()))
    }

    /// Becomes the one writer for as long as the file is kept. A process that dies gives it up.
    pub(crate) fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join("locum.lock");
        let doing = || format!("locking {}", path.display());
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = file.map_err(|source| Error::io(doing(), source))?;
        rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)
            .map_err(|errno| Error::io(doing(), errno.into()))?;
        Ok(file)
    }

    /// Which file the database is, to notice that it was exchanged.
    pub(crate) fn identity(&self) -> Result<(u64, u64), Error> {
        let found = fs::metadata(self.database());
        let found =
            found.map_err(|source| Error::io(format!("looking at {}", self.database().display()), source))?;
        Ok((found.dev(), found.ino()))
    }

    pub(crate) fn read_head(&self) -> Result<Option<Vec<u8>>, Error> {
        match fs::read(self.head()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(Error::io(format!("reading {}", self.head().display()), source)),
        }
    }

    /// Exchanges the head in one step, and returns when it would survive a loss of power: the name too, because
    /// a database that is ahead of its head looks like a forged one.
    pub(crate) fn write_head(&self, text: &str) -> Result<(), Error> {
        let new = self.folder.join("audit.head.new");
        let write = || {
            let mut file =
                OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, self.head())?;
            File::open(&self.folder)?.sync_all()
        };
        write().map_err(|source| Error::io(format!("writing {}", self.head().display()), source))
    }

    /// Refuses to read where nothing was ever written.
    pub(crate) fn require(&self) -> Result<(), Error> {
        let there = self.database().exists();
        let absent = || Error::new(Kind::Absent, format!("opening {}", self.database().display()));
        there.then_some(()).ok_or_else(absent)
    }
}
