import { describeLives } from './seeds.ts';

describeLives('files whose names differ in case alone, on disks of any kind', 'sticks', 'sticks');
