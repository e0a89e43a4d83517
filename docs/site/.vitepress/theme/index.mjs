import DefaultTheme from 'vitepress/theme-without-fonts'
import Figures from './Figures.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Figures', Figures)
  }
}
