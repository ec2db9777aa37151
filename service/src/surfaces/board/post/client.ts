/* Opening a reply form moves the focus to its text. */
for (const details of document.querySelectorAll('details.reply')) {
  details
    .querySelector('summary')
    ?.addEventListener('click', () => setTimeout(() => details.querySelector('textarea')?.focus()))
}

export {}
