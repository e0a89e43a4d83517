/**
 * Internal: the operators' page. {@code AdminHandler} serves it, {@code AdminData} computes its data, and {@code LiveViewers}
 * sends the data to open pages.
 */
@NullMarked
package org.jzenith.observability.internal.admin;

import org.jspecify.annotations.NullMarked;
