import './search';

/** The list of pages is open beside a page. On a phone it would hide the page, so it is closed there. */
const pages = document.querySelector<HTMLDetailsElement>('.pages details');
if (pages && window.matchMedia('(max-width: 900px)').matches) {
  pages.open = false;
}
