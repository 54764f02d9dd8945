- cmd: ls logs
  when: 1772438400
- cmd: echo a\nb \\n
  when: 1772438401
  paths:
    - a
