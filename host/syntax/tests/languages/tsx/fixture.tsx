// Declarations of TypeScript between elements. Words here are text: Panel, in_comment.

import React, { useState } from "react";

interface Props {
  title: string;
  onClose?(): void;
}

enum Mode {
  Open,
  Shut = 2,
}

type State = { mode: Mode };

export const Panel = ({ title }: Props) => {
  const [mode, setMode] = useState<Mode>(Mode.Open);
  const handle = () => setMode(Mode.Shut);
  return (
    <Frame title={title} onClick={handle}>
      {mode} in_text <Inner.Part />
    </Frame>
  );
};

export class Board extends React.Component<Props, State> {
  static defaultProps = { title: "in_string" };
  render() {
    return <Panel {...this.props} />;
  }
}

const generic = <T,>(value: T) => value;
export default function App() {
  return <Board title="in_string" />;
}
let count: number = 0;
