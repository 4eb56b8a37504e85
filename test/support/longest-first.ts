import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Short files whose tests take longest. Where vitest has not seen how long each file takes, as on a fresh machine, it
 * begins with the largest: these would come last, and most of the machine would wait for them.
 */
const LONG = [
  /\/simulation\/steps\/steps\.test\.ts$/,
  /\/simulation\/lives\/[\w-]+\.test\.ts$/,
  /\/adapters\/disk\/disk\.test\.ts$/,
  /\/preview\/(models|documents)\.test\.ts$/,
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Those of one project stay together: a process goes on with files of its own project alone.
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => [
      ...own.filter(isLong),
      ...own.filter((each) => !isLong(each)),
    ]);
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  const file = moduleId.replaceAll('\\', '/');
  return LONG.some((each) => each.test(file));
}
