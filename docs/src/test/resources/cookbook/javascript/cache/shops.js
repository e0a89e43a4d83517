import { get } from 'jzenith'

get('/shops/{shop}/best-sellers', ({ path, bestSellers }) => bestSellers(path.shop))
