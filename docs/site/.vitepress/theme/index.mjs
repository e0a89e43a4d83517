import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import Figures from './Figures.vue'
import NotFound from './NotFound.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp({ app }) {
    app.component('Figures', Figures)
  }
}
