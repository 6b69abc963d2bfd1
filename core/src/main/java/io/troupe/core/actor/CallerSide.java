// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public method that is not a message, for helpers that bundle or convert calls. Called on a reference, the method
 * runs on the caller's thread, with the reference as {@code this}. It may call the other public methods, which become
 * messages. It must not touch fields, which are empty there. It may have any return type.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CallerSide {}
