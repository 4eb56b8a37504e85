import { setFlagsFromString } from 'node:v8';

// After 1,000 calls from WebAssembly to a function of JavaScript, V8 compiles what stands between the two, and keeps it
// for all threads of a process. Node 24's V8 frees it twice where threads that strip types come and go beside undici's
// parser, and ends the process: "Check failed: jit_page.has_value()", in 7 of 17 runs of the scenario of two laptops,
// and in none of 12 where nothing is compiled. 20,000 small requests on loopback take 2 % longer then. Electron strips no
// types, and has another V8.
if (process.versions.electron === undefined) setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000');
