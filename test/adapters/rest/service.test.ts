import { memoryHome, restHome } from './service-home.ts';
import { serviceSuite } from './service-suite.ts';

serviceSuite('in memory', memoryHome);
serviceSuite('over HTTP', () => restHome());
