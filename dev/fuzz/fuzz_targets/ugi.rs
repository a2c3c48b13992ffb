#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| promises::ugi::check(data));
