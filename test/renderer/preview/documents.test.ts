import { axeSuite } from './axe-suite.ts';
import { csvSuite } from './csv-suite.ts';
import { imageSuite } from './image-suite.ts';
import { pdfSuite } from './pdf-suite.ts';
import { previewSuites } from './preview-suites.ts';
import { realFilesSuite } from './real-files-suite.ts';
import { textSuite } from './text-suite.ts';

previewSuites(imageSuite, pdfSuite, csvSuite, textSuite, axeSuite, realFilesSuite);
