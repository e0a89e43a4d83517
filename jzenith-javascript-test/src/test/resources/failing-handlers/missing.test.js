import './absent.js'
