const CONTROLS = 'button, a, [role="button"]';

/**
 * Who presses twice in quick succession, as many do with everything, means what they pressed: the second click presses
 * nothing else that has come to lie under the pointer, as the next row of a list from which the first one went, nor the same
 * button where it says something else by now, as the one that stops what it began. For the life of the page.
 */
export function dropStraySecondClicks(): void {
  let pressed: { readonly control: Element | null; readonly name: string | null } | null = null;
  // Below the document, where React Aria notes that there was a click, and above all that would act on it.
  document.documentElement.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
      // One of a key, or by a program, is no part of a double click.
      const isStray = control !== null && (control !== pressed?.control || nameOf(control) !== pressed.name);
      if (event.detail > 1 && isStray) {
        event.preventDefault();
        event.stopPropagation();
      } else if (event.detail === 1) pressed = { control, name: control === null ? null : nameOf(control) };
    },
    true,
  );
}

const nameOf = (control: Element): string | null => control.ariaLabel ?? control.textContent;
