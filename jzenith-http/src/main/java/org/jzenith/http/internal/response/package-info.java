/**
 * Internal: CORS, security headers, compression and entity tags for the responses of all handlers, by {@link
 * org.jzenith.http.internal.response.ResponsePolicy}. Created at start from the settings; disabled features are left out.
 */
@NullMarked
package org.jzenith.http.internal.response;

import org.jspecify.annotations.NullMarked;
