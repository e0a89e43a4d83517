/** Internal: protects what jZenith itself serves for the operators of an application, such as metrics and the admin page. */
@NullMarked
package org.jzenith.http.internal.operator;

import org.jspecify.annotations.NullMarked;
