/**
 * The express lane: what most requests need of Jakarta REST, without the machinery that few of them use. A resource
 * method without filters, interceptors, bodies and injected fields is matched, given its arguments and invoked by a
 * plan made at start; its answer takes the form that RESTEasy gave to the first one. Whatever is out of the ordinary is
 * handed to RESTEasy, with what the method returned if it ran already, so that both ways answer the same. The door is
 * {@link org.jzenith.rest.express.ExpressLane}.
 */
@NullMarked
package org.jzenith.rest.express;

import org.jspecify.annotations.NullMarked;
