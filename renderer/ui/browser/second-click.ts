const CONTROLS = 'button, a, [role="button"]';

/**
 * Who presses twice in quick succession, as many do with everything, means what they pressed: the second click presses
 * nothing else that has come to lie under the pointer, as the next row of a list from which the first one went. For the life
 * of the page.
 */
export function dropStraySecondClicks(): void {
  let pressed: Element | null = null;
  // Below the document, where React Aria notes that there was a click, and above all that would act on it.
  document.documentElement.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
      // One of a key, or by a program, is no part of a double click.
      if (event.detail > 1 && control !== null && control !== pressed) {
        event.preventDefault();
        event.stopPropagation();
      } else if (event.detail === 1) pressed = control;
    },
    true,
  );
}
