/**
 * Internal: the methods of a client's interface, compiled at start to encoders of arguments and decoders of responses.
 */
@NullMarked
package org.jzenith.restclient.internal.method;

import org.jspecify.annotations.NullMarked;
