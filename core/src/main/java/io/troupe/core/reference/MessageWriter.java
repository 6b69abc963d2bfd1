// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.message.AskMessage;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the message class of one method: the arguments as typed fields, and a direct call.
 *
 * <pre>{@code
 * final class Counter$$TroupeMessage0$add extends TellMessage {
 *     private final int a0;
 *     Counter$$TroupeMessage0$add(int a0) { this.a0 = a0; }
 *     public void deliver(Object receiver) { ((Counter) receiver).add(a0); }
 *     public MethodInfo method() { return Counter$$TroupeFactory.troupe$methods[0]; }
 *     public Object[] arguments() { return new Object[] {a0}; }
 *     public Call copy() { return new Counter$$TroupeMessage0$add(a0); }
 * }
 * }</pre>
 *
 * A message with a result lives for as long as the result pends; so its arguments that are objects are not final, and are let go
 * by {@link AskMessage#forget} when the method has returned.
 */
final class MessageWriter {
    private final GeneratedNames names;
    private final boolean actorIsInterface;
    private final MessageMethod method;
    private final String self;
    private final String parent;
    private final Type[] parameters;
    private final String constructor;
    private final ClassWriter writer;

    private MessageWriter(MethodTable table, MessageMethod method) {
        this.names = new GeneratedNames(table.type());
        this.actorIsInterface = table.type().isInterface();
        this.method = method;
        self = names.message(method);
        parent = Type.getInternalName(method.isAsk() ? AskMessage.class : TellMessage.class);
        parameters = method.parameters();
        constructor = Type.getMethodDescriptor(Type.VOID_TYPE, parameters);
        writer = Bytecode.begin(self, parent);
    }

    static ClassFile write(MethodTable table, MessageMethod method) {
        MessageWriter message = new MessageWriter(table, method);
        message.writeFieldsAndConstructor();
        message.writeDelivery();
        message.writeMethod();
        message.writeArguments();
        message.writeCopy();
        message.writeForget();
        return new ClassFile(message.self, message.writer.toByteArray());
    }

    private void writeFieldsAndConstructor() {
        MethodVisitor code = Bytecode.method(writer, 0, "<init>", constructor);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
        int slot = 1;
        for (int i = 0; i < parameters.length; i++) {
            int access = Opcodes.ACC_PRIVATE | (isForgotten(i) ? 0 : Opcodes.ACC_FINAL);
            writer.visitField(access, GeneratedNames.argument(i), parameters[i].getDescriptor(), null, null)
                    .visitEnd();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            Bytecode.load(code, parameters[i], slot);
            code.visitFieldInsn(Opcodes.PUTFIELD, self, GeneratedNames.argument(i), parameters[i].getDescriptor());
            slot += parameters[i].getSize();
        }
        Bytecode.end(code, Opcodes.RETURN);
    }

    private void writeDelivery() {
        Type result = method.isAsk() ? Type.getType(Promise.class) : Type.VOID_TYPE;
        String descriptor = Type.getMethodDescriptor(result, Bytecode.OBJECT);
        MethodVisitor code = method.isAsk()
                ? Bytecode.method(writer, Opcodes.ACC_PROTECTED, "call", descriptor)
                : Bytecode.method(writer, Opcodes.ACC_PUBLIC, "deliver", descriptor);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, names.actor());
        for (int i = 0; i < parameters.length; i++) {
            loadField(code, i);
        }
        int opcode = actorIsInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        code.visitMethodInsn(opcode, names.actor(), method.name(), method.descriptor(), actorIsInterface);
        Bytecode.end(code, result.getOpcode(Opcodes.IRETURN));
    }

    private void writeMethod() {
        String descriptor = Type.getMethodDescriptor(Bytecode.METHOD_INFO);
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "method", descriptor);
        code.visitFieldInsn(
                Opcodes.GETSTATIC, names.factory(), GeneratedNames.METHODS, Bytecode.METHOD_INFOS.getDescriptor());
        Bytecode.push(code, method.index());
        code.visitInsn(Opcodes.AALOAD);
        Bytecode.end(code, Opcodes.ARETURN);
    }

    private void writeArguments() {
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "arguments", "()[Ljava/lang/Object;");
        Bytecode.push(code, parameters.length);
        code.visitTypeInsn(Opcodes.ANEWARRAY, Bytecode.OBJECT.getInternalName());
        for (int i = 0; i < parameters.length; i++) {
            code.visitInsn(Opcodes.DUP);
            Bytecode.push(code, i);
            loadField(code, i);
            Bytecode.box(code, parameters[i]);
            code.visitInsn(Opcodes.AASTORE);
        }
        Bytecode.end(code, Opcodes.ARETURN);
    }

    private void writeCopy() {
        MethodVisitor code =
                Bytecode.method(writer, Opcodes.ACC_PUBLIC, "copy", Type.getMethodDescriptor(Bytecode.CALL));
        code.visitTypeInsn(Opcodes.NEW, self);
        code.visitInsn(Opcodes.DUP);
        for (int i = 0; i < parameters.length; i++) {
            loadField(code, i);
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, self, "<init>", constructor, false);
        Bytecode.end(code, Opcodes.ARETURN);
    }

    private boolean isForgotten(int index) {
        return method.isAsk() && parameters[index].getSort() >= Type.ARRAY;
    }

    private void writeForget() {
        if (!method.isAsk()) {
            return;
        }
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PROTECTED, "forget", "()V");
        for (int i = 0; i < parameters.length; i++) {
            if (isForgotten(i)) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitInsn(Opcodes.ACONST_NULL);
                code.visitFieldInsn(Opcodes.PUTFIELD, self, GeneratedNames.argument(i), parameters[i].getDescriptor());
            }
        }
        Bytecode.end(code, Opcodes.RETURN);
    }

    private void loadField(MethodVisitor code, int index) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, self, GeneratedNames.argument(index), parameters[index].getDescriptor());
    }
}
