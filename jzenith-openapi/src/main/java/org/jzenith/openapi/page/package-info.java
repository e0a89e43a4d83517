/**
 * Internal: the page that shows the document, with the files of {@code org.webjars:swagger-ui}. {@link
 * org.jzenith.openapi.page.PageHandler} is the way in.
 */
@NullMarked
package org.jzenith.openapi.page;

import org.jspecify.annotations.NullMarked;
