/**
 * Internal: the operators' page. {@code AdminHandler} answers its requests, {@code LiveViewers} sends its data while somebody looks.
 */
@NullMarked
package org.jzenith.observability.admin;

import org.jspecify.annotations.NullMarked;
