import { diskSuite } from './disk-suite.ts';
import { memoryHome } from './memory-home.ts';
import { realHome } from './real-home.ts';

diskSuite('the real disk', realHome);
diskSuite('the disk in memory', memoryHome);
