/* An answer begins where it was asked for. */
for (const details of document.querySelectorAll('details.reply')) {
  details
    .querySelector('summary')
    ?.addEventListener('click', () => setTimeout(() => details.querySelector('textarea')?.focus()))
}

export {}
