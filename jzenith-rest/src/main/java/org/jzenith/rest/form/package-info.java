/**
 * Internal. Forms as methods take them: fields, parts and lists of parts, from {@code application/x-www-form-urlencoded} and
 * {@code multipart/form-data}. {@link org.jzenith.rest.form.FormSteps} adds the steps that receive a form.
 */
@NullMarked
package org.jzenith.rest.form;

import org.jspecify.annotations.NullMarked;
