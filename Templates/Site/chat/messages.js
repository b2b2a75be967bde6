// Descriptions of messages for screen readers.

/**
 * @param {import('../feed/types.js').Chat} chat
 * @returns {import('../feed/card.js').Manner}
 */
export function messageManner(chat) {
  return {
    prefix: '',
    // Only days are headings. Author names would add hundreds.
    name: 'p',
    label({ element, layer, post }, story) {
      const isHeading = story.i.startsWith('day-') || post === chat.unread;
      if (isHeading) {
        layer.setAttribute('role', 'heading');
        layer.setAttribute('aria-level', '2');
        element.classList.add('between');
      }
      const time = story.p.find((part) => part[0] === 'date');
      element.setAttribute('aria-label', time ? story.a + ', ' + time[1] : story.a);
    },
  };
}
