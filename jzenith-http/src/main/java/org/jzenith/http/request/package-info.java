/**
 * For plugins that serve HTTP: {@link org.jzenith.http.request.MalformedRequestException} refuses a request, and {@link
 * org.jzenith.http.request.Networks} has the addresses of trusted proxies.
 */
@NullMarked
package org.jzenith.http.request;

import org.jspecify.annotations.NullMarked;
