import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { given } from '../given.ts';

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * Fields that Enter sends off, however they are judged now. By itself a browser sends nothing while a field is marked as
 * wrong, but what was wrong a minute ago (a service that was away) may be right by the next try: who gets what was typed
 * judges it.
 */
export function Form({ onSubmit, children, className }: FormProps): ReactNode {
  return (
    <AriaForm
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...given({ className })}
    >
      {children}
      {/* Where the buttons stand outside, as those of a dialog do, Enter asks for one inside as soon as there are two fields. */}
      <button type="submit" hidden />
    </AriaForm>
  );
}
