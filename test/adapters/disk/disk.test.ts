import { diskSuite } from './suite/disk-suite.ts';
import { memoryHome } from './suite/memory-home.ts';
import { realHome } from './suite/real-home.ts';

diskSuite('the real disk', realHome);
diskSuite('the disk in memory', memoryHome);
