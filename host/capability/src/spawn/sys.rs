//! Calls of Windows that the standard library has no safe way for: job objects, and waking a process that was
//! created suspended.

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr;

use portable_pty::Child;
use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectBasicAccountingInformation, JobObjectExtendedLimitInformation, QueryInformationJobObject,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{OpenThread, ResumeThread, THREAD_SUSPEND_RESUME};

/// What `ResumeThread` returns when it fails.
const FAILED: u32 = u32::MAX;

/// A job object: processes, and all that come from them, as one thing. No process can leave it. Dropping it ends
/// them all, since nobody else has a handle to it.
pub(super) struct Job(OwnedHandle);

impl Job {
    /// A job without a process.
    pub(super) fn new() -> io::Result<Job> {
        #[expect(unsafe_code, reason = "std has no job objects")]
        // SAFETY: null stands for default attributes (a handle that is not inherited) and for no name.
        let handle = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        #[expect(unsafe_code, reason = "a handle of the system becomes an owned one")]
        // SAFETY: the handle was just created, is valid, and nobody else owns it.
        let job = Job(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        #[expect(unsafe_code, reason = "std has no job objects")]
        // SAFETY: the handle is open; the pointer is to a live value of the type that the information class
        // names, the length is that of the type, and the call keeps neither.
        let done = unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast(),
                length_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(),
            )
        };
        checked(done)?;
        Ok(job)
    }

    /// Takes a process in. What it starts from now on is in the job too.
    pub(super) fn take(&self, child: &dyn Child) -> io::Result<()> {
        let process = child.as_raw_handle().ok_or(io::ErrorKind::Unsupported)?;
        #[expect(unsafe_code, reason = "std has no job objects")]
        // SAFETY: both handles are open: the job's is owned, and the process's belongs to the borrowed child.
        let done = unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) };
        checked(done)
    }

    /// How many processes are in it.
    pub(super) fn active(&self) -> io::Result<u32> {
        let mut accounting = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        #[expect(unsafe_code, reason = "std has no job objects")]
        // SAFETY: the handle is open; the pointer is to a live, writable value of the type that the information
        // class names, the length is that of the type, and null says that no length is asked back.
        let done = unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                JobObjectBasicAccountingInformation,
                ptr::from_mut(&mut accounting).cast(),
                length_of::<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION>(),
                ptr::null_mut(),
            )
        };
        checked(done)?;
        Ok(accounting.ActiveProcesses)
    }

    /// Ends every process in it, with this exit code. They are gone a moment later.
    pub(super) fn terminate(&self, code: u32) -> io::Result<()> {
        #[expect(unsafe_code, reason = "std has no job objects")]
        // SAFETY: the handle is open.
        let done = unsafe { TerminateJobObject(self.0.as_raw_handle(), code) };
        checked(done)
    }
}

/// Lets a process run that was created suspended. The standard library closes the handle of its first thread, so
/// the thread is looked up.
pub(super) fn resume(process: u32) -> io::Result<()> {
    #[expect(unsafe_code, reason = "std does not list threads")]
    // SAFETY: the call takes plain numbers.
    let snapshot = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if snapshot == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    #[expect(unsafe_code, reason = "a handle of the system becomes an owned one")]
    // SAFETY: the handle was just created, is valid, and nobody else owns it.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(snapshot) };
    let mut entry = THREADENTRY32 { dwSize: length_of::<THREADENTRY32>(), ..THREADENTRY32::default() };
    #[expect(unsafe_code, reason = "std does not list threads")]
    // SAFETY: the snapshot is open, and the pointer is to a live, writable entry that tells its own length.
    let mut more = unsafe { Thread32First(snapshot.as_raw_handle(), &mut entry) };
    let mut resumed = false;
    while more != 0 {
        if entry.th32OwnerProcessID == process {
            resumed |= resume_thread(entry.th32ThreadID)?;
        }
        #[expect(unsafe_code, reason = "std does not list threads")]
        // SAFETY: as for the first entry.
        let next = unsafe { Thread32Next(snapshot.as_raw_handle(), &mut entry) };
        more = next;
    }
    if resumed { Ok(()) } else { Err(io::Error::other("the process has no thread that waits to run")) }
}

/// Whether the thread was suspended.
fn resume_thread(thread: u32) -> io::Result<bool> {
    #[expect(unsafe_code, reason = "std opens no thread by its id")]
    // SAFETY: the call takes plain numbers.
    let handle = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, thread) };
    if handle.is_null() {
        return Err(io::Error::last_os_error());
    }
    #[expect(unsafe_code, reason = "a handle of the system becomes an owned one")]
    // SAFETY: the handle was just opened, is valid, and nobody else owns it.
    let handle = unsafe { OwnedHandle::from_raw_handle(handle) };
    #[expect(unsafe_code, reason = "std resumes no thread")]
    // SAFETY: the handle is open, with the right to resume.
    let suspensions = unsafe { ResumeThread(handle.as_raw_handle()) };
    if suspensions == FAILED { Err(io::Error::last_os_error()) } else { Ok(suspensions > 0) }
}

/// What a call answered that returns zero for a failure.
fn checked(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The length of a structure as Windows wants it; none of them is longer than some hundred bytes.
const fn length_of<T>() -> u32 {
    size_of::<T>() as u32
}
