/**
 * RESTEasy and RxJava 2 on Vert.x with what RESTEasy itself ships for it: its Vert.x handler, its Rx providers with the
 * context propagator that they bring, its Jackson provider. Written as its guide would have it, with one HTTP server per
 * event loop and a pipelining database client, so that what is compared is the stock integration and nothing else.
 */
@NullMarked
package org.jzenith.benchmark.stock;

import org.jspecify.annotations.NullMarked;
