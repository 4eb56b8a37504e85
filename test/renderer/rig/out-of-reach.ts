/** Runs in the page: what can be pressed and is cut off where nothing scrolls to it, with what cuts it off. */
export function outOfReach(): readonly string[] {
  const cutBy = (element: Element): string | null => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    let [scrollsX, scrollsY] = [false, false];
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(box);
      if (position === 'fixed' || clipPath !== 'none') return null;
      scrollsX ||= /auto|scroll/.test(overflowX);
      scrollsY ||= /auto|scroll/.test(overflowY);
      const room = box.getBoundingClientRect();
      const isEnd = box === document.body;
      const isOutX = right > room.right + 1 || left < room.left - 1;
      const isOutY = bottom > room.bottom + 1 || top < room.top - 1;
      if ((overflowX !== 'visible' || isEnd) && !scrollsX && isOutX) return box.className;
      if ((overflowY !== 'visible' || isEnd) && !scrollsY && isOutY) return box.className;
    }
    return null;
  };
  return [...document.querySelectorAll('button, a[href], input, [role=radio], [role=tab]')]
    .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((each) => each.getBoundingClientRect().width > 2)
    .flatMap((each) => {
      const by = cutBy(each);
      const name = each.getAttribute('aria-label') ?? each.textContent?.slice(0, 30) ?? '';
      return by === null ? [] : [`${name}: ${by}`];
    });
}
