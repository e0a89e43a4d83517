import { inBrowser } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, nextTick } from 'vue'
import Figures from './Figures.vue'
import NotFound from './NotFound.vue'
import './style.css'

/** Scrolls the sidebar to the open page. A group's caret is not a second button in the group's button, which opens and closes it, too. */
function navigation() {
  document.querySelectorAll('.VPSidebarItem .caret[role=button]').forEach((caret) => {
    caret.removeAttribute('role')
    caret.removeAttribute('tabindex')
    caret.setAttribute('aria-hidden', 'true')
  })
  document.querySelector('.VPSidebarItem.is-active')?.scrollIntoView({ block: 'nearest' })
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp({ app, router }) {
    app.component('Figures', Figures)
    if (inBrowser) router.onAfterRouteChange = () => nextTick(navigation)
  }
}
