/**
 * Internal: what the server adds to the answers of all handlers, by {@link org.jzenith.http.response.ResponseFeatures}.
 * Made at start from the settings; what is switched off is not there.
 */
@NullMarked
package org.jzenith.http.response;

import org.jspecify.annotations.NullMarked;
