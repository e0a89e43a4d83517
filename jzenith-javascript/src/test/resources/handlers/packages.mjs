import { get } from 'jzenith'
import leftpad from 'leftpad'
import { double } from 'modern'

get('/npm', () => leftpad('x', 3) + double(4))
