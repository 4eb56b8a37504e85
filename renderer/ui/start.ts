import './look/tokens.css';
import './look/base.css';
import { sendLostEscape } from './browser/lost-escape.ts';
import { dropStraySecondClicks } from './browser/second-click.ts';

const PRESSABLE_STYLE_ID = 'react-aria-pressable-style';

// react-aria writes one style element unless an element of this id stands in the head. The content security policy
// refuses it, and base.css has its rule.
if (document.querySelector(`#${PRESSABLE_STYLE_ID}`) === null) {
  const place = document.createElement('meta');
  place.id = PRESSABLE_STYLE_ID;
  document.head.append(place);
}

sendLostEscape();
dropStraySecondClicks();
