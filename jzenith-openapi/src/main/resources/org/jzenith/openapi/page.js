const dark = matchMedia('(prefers-color-scheme: dark)')
const color = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', color)
color()
window.addEventListener('load', () => SwaggerUIBundle({
  url: document.body.dataset.document,
  dom_id: '#page',
  deepLinking: true,
  validatorUrl: null
}))
