import { closingSuite } from './closing-suite.ts';
import { gltfSuite } from './gltf-suite.ts';
import { ifcSuite } from './ifc-suite.ts';
import { missingSuite } from './missing-suite.ts';
import { previewSuites } from './preview-suites.ts';

// Beside the documents, in another process: together they are the last of the browser's tests, and take the longest.
previewSuites(gltfSuite, ifcSuite, missingSuite, closingSuite);
