//! Memory in large pages, where the system has them: a table that is read all over then misses the cache, but not the list
//! of pages as well.

/// Asks for large pages for the room that a list has and does not use yet. It is only advice, and no loss if it is not taken.
pub(crate) fn advise<T>(list: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 2 << 20;
        let room = list.spare_capacity_mut();
        let (start, bytes) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
        let skipped = start.align_offset(PAGE);
        let Some(pages) = bytes.checked_sub(skipped).map(|bytes| bytes / PAGE).filter(|&pages| pages > 0) else {
            return;
        };
        #[expect(unsafe_code, reason = "advice about memory of our own that has no contents yet")]
        // whether the advice is taken makes no difference
        let _ = unsafe {
            use rustix::mm::{Advice, madvise};
            madvise(start.add(skipped).cast(), pages * PAGE, Advice::LinuxHugepage)
        };
    }
}
