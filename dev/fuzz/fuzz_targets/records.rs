#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| promises::records::check(data));
