/**
 * Internal. Writes pages of longer lists, with links to the other pages.
 */
@NullMarked
package org.jzenith.rest.internal.page;

import org.jspecify.annotations.NullMarked;
