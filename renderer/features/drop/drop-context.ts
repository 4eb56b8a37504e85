import { createContext, use, useSyncExternalStore } from 'react';
import type { DropDesk, DropStage } from './drop-desk.ts';

export const DropContext = createContext<DropDesk | null>(null);

/** This window's drop desk. */
export function useDropDesk(): DropDesk {
  const desk = use(DropContext);
  if (desk === null) throw new Error('Files are added outside of DropProvider');
  return desk;
}

export function useDropStage(): DropStage {
  const desk = useDropDesk();
  return useSyncExternalStore(desk.subscribe, desk.get);
}
