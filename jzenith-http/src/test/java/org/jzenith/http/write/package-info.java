/** A piece of content that goes to many responses. */
@NullMarked
package org.jzenith.http.write;

import org.jspecify.annotations.NullMarked;
