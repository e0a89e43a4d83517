/**
 * Internal: CORS, security headers, compression and entity tags for the responses of all handlers, by {@link
 * org.jzenith.http.internal.response.ResponsePolicy}. Created at start from the settings; disabled features are left out.
 *
 * <p>The headers of a response come from four places:
 *
 * <table>
 * <caption>Headers and the types that set them</caption>
 * <tr><td>{@code Date}, {@code Server}</td><td>{@code http.internal.connection.ServerHeaders}</td></tr>
 * <tr><td>security headers, CORS, {@code Vary}, {@code ETag}, {@code Content-Encoding}</td>
 *     <td>{@link org.jzenith.http.internal.response.ResponsePolicy}</td></tr>
 * <tr><td>headers that a guard or a step adds to one response, such as a rate limit's</td>
 *     <td>{@code http.internal.write.AddedHeaders}</td></tr>
 * <tr><td>all others</td><td>the handler, in {@code http.internal.write.ResponseHeaders}</td></tr>
 * </table>
 */
@NullMarked
package org.jzenith.http.internal.response;

import org.jspecify.annotations.NullMarked;
