/** Messages between two instances of an application, under faults. */
@NullMarked
package org.jzenith.benchmark.messages;

import org.jspecify.annotations.NullMarked;
