/** The list of keyboard shortcuts. In a file of its own, because only the player loads it. */
export const playerShortcutMessages = {
  title: 'Keyboard shortcuts',
  hide: 'Hide shortcuts',
  shortcuts: [
    [['Space', 'K'], 'Play or pause'],
    [['J', '←'], 'Back 10 seconds'],
    [['L', '→'], 'Forward 10 seconds'],
    [['↑', '↓'], 'Volume up or down'],
    [['M'], 'Sound on or off'],
    [['C'], 'Captions on or off'],
    [['F'], 'Full screen on or off'],
    [['?'], 'Show or hide this list'],
    [['Esc'], 'Close'],
  ],
} as const;
