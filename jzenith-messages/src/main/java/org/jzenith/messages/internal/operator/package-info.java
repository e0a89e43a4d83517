/** Internal: what operators see of messages: totals for metrics, and tables of the operators' page. */
@NullMarked
package org.jzenith.messages.internal.operator;

import org.jspecify.annotations.NullMarked;
