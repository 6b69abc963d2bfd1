// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;

/** Implemented by generated code, one class per actor type. Stateless but for the methods; any thread. Not for users. */
public interface ReferenceFactory {
    /**
     * Says what the messages answer to {@code method()}. Called once, before the first reference is made.
     *
     * @param methods by index, owned by the factory
     */
    void methods(MethodInfo[] methods);

    /**
     * Sets where a new reference sends its calls.
     *
     * @param reference just allocated
     * @param outlet that it sends to
     * @return the reference
     */
    Object bind(Object reference, Outlet outlet);

    /**
     * Makes a message.
     *
     * @param method its index
     * @param arguments boxed, as many as the method has parameters
     * @throws ClassCastException if an argument has another type
     * @throws NullPointerException if an argument is null and the parameter is primitive
     */
    Call message(int method, Object[] arguments);
}
