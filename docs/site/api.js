// Takes the appearance that the reader has chosen on the site, which keeps it under this key; otherwise that of the system.
const appearance = localStorage.getItem('vitepress-theme-appearance')
const dark = appearance === 'dark' || (appearance !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', dark)
if (!document.querySelector('meta[name=viewport]')) {
  document.head.insertAdjacentHTML('beforeend', '<meta name="viewport" content="width=device-width, initial-scale=1">')
}
